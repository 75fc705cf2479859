import type { Socket } from "node:net";
import type { Probe } from "../probe.ts";

/** Of a line with its end. The longest of our protocols is an answer of IMAP with 8,000 bytes. Source: RFC 7162, section 4. */
const LINE_BYTES_MAX = 8_192;
/** Of all that a server sends in one check; the limit of a body that assertions read. */
const READ_BYTES_MAX = 1_048_576;

type SecureTarget = Parameters<Probe["secure"]>[1];

/**
 * A connection in which client and server take turns. A failure of the connection ends the probe; then reads never
 * return. Knows no protocol.
 */
export class Dialogue {
  readonly probe: Probe;
  /** What ends the session; null to only close the connection. */
  farewell: string | Uint8Array | null;
  #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  /** Chunks after `#received`, joined when they are read: many small ones cost one copy. */
  #chunks: Buffer[] = [];
  #length = 0;
  #bytes = 0;
  #isClosed = false;
  /** Returns true if what it waits for has come. */
  #waiting: (() => boolean) | null = null;

  constructor(probe: Probe, socket: Socket, farewell: string | Uint8Array | null) {
    this.probe = probe;
    this.#socket = socket;
    this.farewell = farewell;
    this.#listen();
  }

  write(data: string | Uint8Array): void {
    if (!this.probe.isDone) this.#socket.write(data);
  }

  /** Ends the session: sends its last bytes and closes the connection. */
  end(): void {
    if (this.probe.isDone || this.farewell === null) return;
    this.#isClosed = true;
    this.#socket.end(this.farewell);
  }

  /** Returns the next bytes, exactly this many. */
  read(count: number): Promise<Buffer> {
    if (count > READ_BYTES_MAX) this.#failTooLarge();
    return new Promise((resolve) => {
      this.#wait(() => {
        if (this.#length < count) return false;
        resolve(this.#take(count));
        return true;
      });
    });
  }

  /** Returns the next line without its end. */
  line(): Promise<string> {
    let searched = 0;
    return new Promise((resolve) => {
      this.#wait(() => {
        const received = this.#join();
        const end = received.indexOf(0x0a, searched);
        searched = received.length;
        if (end >= LINE_BYTES_MAX || (end < 0 && searched >= LINE_BYTES_MAX)) {
          this.probe.failProtocol(`the server sent a line of over ${LINE_BYTES_MAX / 1_024} KiB`);
          return true;
        }
        if (end < 0) return false;
        resolve(
          this.#take(end + 1)
            .toString()
            .replace(/\r?\n$/, ""),
        );
        return true;
      });
    });
  }

  /** Performs the TLS handshake, after the server has agreed to it. */
  secure(target: SecureTarget): Promise<void> {
    return new Promise((resolve) => {
      // They would count as sent under TLS. Source: CVE-2011-0411.
      if (this.#length > 0) {
        this.probe.failProtocol("the server sent data before the TLS handshake");
        return;
      }
      this.#socket.off("data", this.#onData).off("end", this.#onEnd).off("close", this.#onEnd);
      this.probe.secure(this.#socket, target, (secured) => {
        this.#socket = secured;
        this.#listen();
        resolve();
      });
    });
  }

  #listen(): void {
    this.#socket
      .on("data", this.#onData)
      .on("end", this.#onEnd)
      .on("close", this.#onEnd)
      .on("error", (error) => this.probe.failSocket(error));
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.probe.isDone) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    this.#bytes += chunk.length;
    if (this.#bytes > READ_BYTES_MAX) this.#failTooLarge();
    else this.#retry();
  };

  readonly #onEnd = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // What came before may be all that the check needs.
    if (this.#waiting !== null) this.probe.failClosed();
  };

  #failTooLarge(): void {
    this.probe.failAs("BODY_TOO_LARGE", `the server sent more than ${READ_BYTES_MAX / 1_024} KiB`);
  }

  #wait(isReady: () => boolean): void {
    this.#waiting = isReady;
    this.#retry();
    if (this.#waiting !== null && this.#isClosed) this.probe.failClosed();
  }

  #retry(): void {
    if (!this.probe.isDone && this.#waiting?.()) this.#waiting = null;
  }

  #join(): Buffer {
    if (this.#chunks.length > 0) {
      this.#received = Buffer.concat([this.#received, ...this.#chunks.splice(0)]);
    }
    return this.#received;
  }

  #take(count: number): Buffer {
    const received = this.#join();
    this.#received = received.subarray(count);
    this.#length -= count;
    return received.subarray(0, count);
  }
}
