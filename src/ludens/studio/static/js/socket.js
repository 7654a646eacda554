// A socket that comes back: after a break it asks for every frame later than the last one it saw. What frames there are,
// and what is in them, is written down in docs/studio-api.md.
import { address } from "./api.js";
import { connection } from "./notice.js";
import { TEXTS, translated } from "./texts.js";

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;

export class Socket {
  /** Frames go to `onframe`; `since` is the number of the last frame already known; `onrefused` hears of an end for good. */
  constructor(path, { onframe, since = 0, onrefused = () => {} }) {
    this.path = path;
    this.onframe = onframe;
    this.onrefused = onrefused;
    this.since = since;
    this.closed = false;
    this.pause = FIRST_PAUSE;
    this.connected = false;
    this.waiting = [];
    this.wake = () => this.retryNow();
    addEventListener("online", this.wake);
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${address(this.path)}?since=${this.since}`);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.connected = true;
      connection.restored(this);
      for (const text of this.waiting.splice(0)) socket.send(text);
    };
    socket.onmessage = (event) => socket === this.socket && this.receive(event.data);
    socket.onclose = (event) => this.lost(event);
  }

  receive(text) {
    const frame = JSON.parse(text);
    if (frame.seq !== undefined) {
      // A state is the whole truth, also where the studio counts from a lower number than before.
      if (frame.type !== "state" && frame.seq <= this.since) return;
      this.since = frame.seq;
    }
    this.onframe(frame);
  }

  lost(event) {
    if (this.closed) return;
    if (event.code >= 4400 && event.code < 4500) {
      this.close();
      this.onrefused(translated(event.reason) || TEXTS.connection.closed);
      return;
    }
    connection.lost(this);
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 1.6, LONGEST_PAUSE);
  }

  retryNow() {
    if (this.closed || this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  }

  /** Sends a message, or keeps it until the first connection is there. After a break it says false: much may have happened. */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else if (!this.connected) this.waiting.push(JSON.stringify(message));
    else return false;
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    connection.forget(this);
    this.socket.close();
  }
}
