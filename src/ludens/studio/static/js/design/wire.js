// The socket to the studio's reports: it always works on the latest text, also after a break.
import { Socket } from "../socket.js";
import { translated } from "../texts.js";
import { Report } from "./figures.js";

class Line extends Socket {
  open() {
    super.open();
    const { onopen } = this.socket;
    this.socket.onopen = (event) => {
      onopen(event);
      this.onopened?.();
    };
  }
}

export class Wire {
  /** `onreport(report)` hears of every change of the report on the latest text. `brief`: without what takes seconds. */
  constructor(onreport, brief = false) {
    this.onreport = onreport;
    this.brief = brief;
    this.report = new Report();
    this.text = null;
    this.line = new Line("design/socket", { onframe: (frame) => this.hear(frame), onrefused: (reason) => this.refuse(reason) });
    this.line.onopened = () => this.text !== null && this.send();
  }

  /** Asks for a report on a text; an earlier one is given up. `begun`: when the text was last changed. */
  ask(text, begun = performance.now()) {
    this.text = text;
    this.report = new Report(this.report.number + 1);
    this.report.begun = begun;
    this.send();
    this.onreport(this.report);
  }

  // The latest text is sent when the line opens: none may wait beside it.
  send() {
    if (this.line.connected) this.line.send({ type: "rules", number: this.report.number, text: this.text, brief: this.brief });
  }

  hear(frame) {
    if (frame.type === "error") this.refuse(translated(frame.message));
    else if (this.report.take(frame)) this.onreport(this.report);
  }

  refuse(message) {
    this.report.phase = "failed";
    this.report.failure = message;
    this.onreport(this.report);
  }

  close() {
    this.line.close();
  }
}
