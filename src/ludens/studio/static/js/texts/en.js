// English, whole: the language of every text that another one lacks.
import { DESIGN_EN } from "./en/design.js";
import { GENERAL_EN } from "./en/general.js";
import { LEARN_EN } from "./en/learn.js";
import { PLAY_EN } from "./en/play.js";
import { TEACH_EN } from "./en/teach.js";
import { TRAIN_EN } from "./en/train.js";
import { WATCH_EN } from "./en/watch.js";

export const EN = { language: "English", point: ".", ...GENERAL_EN, ...PLAY_EN, ...DESIGN_EN, ...WATCH_EN, ...LEARN_EN, ...TEACH_EN, ...TRAIN_EN, messages: {}, said: {}, reports: {}, pieces: {} };
