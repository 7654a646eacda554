// German, whole.
import { DESIGN_DE } from "./de/design.js";
import { GAMES_DE } from "./de/games.js";
import { GENERAL_DE } from "./de/general.js";
import { LEARN_DE } from "./de/learn.js";
import { MESSAGES_DE } from "./de/messages.js";
import { PLAY_DE } from "./de/play.js";
import { REPORTS_DE } from "./de/reports.js";
import { TEACH_DE } from "./de/teach.js";
import { TRAIN_DE } from "./de/train.js";
import { WATCH_DE } from "./de/watch.js";

export const DE = { language: "Deutsch", point: ",", ...GENERAL_DE, ...PLAY_DE, ...DESIGN_DE, ...WATCH_DE, ...LEARN_DE, ...TEACH_DE, ...TRAIN_DE, ...MESSAGES_DE, ...GAMES_DE, ...REPORTS_DE };
