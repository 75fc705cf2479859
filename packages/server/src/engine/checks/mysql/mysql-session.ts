import {
  type CheckFailure,
  loginFailure,
  protocolFailure,
  serviceFailure,
} from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import {
  answerStart,
  CLIENT_SSL,
  type Greeting,
  loginAnswer,
  PACKET_HEADER_BYTES,
  packet,
  readError,
  readGreeting,
  terminated,
} from "./mysql-packets.ts";
import { cachingSha2Response, nativeResponse } from "./mysql-passwords.ts";

/** First bytes of packets. */
export const OK = 0x00;
const MORE_DATA = 0x01;
const SWITCH_METHOD = 0xfe;
const ERROR = 0xff;

/** The answers of caching_sha2_password to a proof. */
const FAST_LOGIN = 3;
const FULL_LOGIN = 4;

/** A packet of 16 MiB continues in the next one; a check reads less. */
const PACKET_BYTES_MAX = 1_048_576;
/** Of one login: the server may switch the method once, and ask for the password in full. */
const LOGIN_PACKETS_MAX = 10;

type Login = { user: string; password?: string; database?: string };
type TlsTarget = Parameters<Dialogue["secure"]>[0];

/** A session with a server of MySQL or MariaDB: packets with sequence numbers. */
export class MysqlSession {
  readonly #dialogue: Dialogue;
  #sequence = 0;
  #isSecure = false;

  constructor(dialogue: Dialogue) {
    this.#dialogue = dialogue;
  }

  /** Reads a packet. An error is thrown. */
  async read(): Promise<Buffer> {
    const header = await this.#dialogue.read(PACKET_HEADER_BYTES);
    const length = header.readUIntLE(0, 3);
    if (length === 0 || length > PACKET_BYTES_MAX) throw notMysql();
    this.#sequence = ((header[3] ?? 0) + 1) & 0xff;
    const content = await this.#dialogue.read(length);
    if (content[0] === ERROR) throw errorOf(content);
    return content;
  }

  /** Sends a command, which starts a new sequence. */
  command(code: number, text: string): void {
    this.#dialogue.write(packet(0, Buffer.concat([Buffer.from([code]), Buffer.from(text)])));
  }

  /** Reads the greeting and logs in, under TLS if there is a target. Returns the version of the server. */
  async logIn(login: Login, tls: TlsTarget | null): Promise<string> {
    const greeting = readGreeting(await this.read());
    if (greeting === null) throw notMysql();
    if (tls !== null) await this.#secure(greeting, tls);
    await this.#authenticate(login, greeting);
    return greeting.version;
  }

  async #secure({ capabilities }: Greeting, tls: TlsTarget): Promise<void> {
    if ((capabilities & CLIENT_SSL) === 0) throw protocolFailure("the server does not support TLS");
    this.#write(answerStart(CLIENT_SSL));
    this.#sequence += 1;
    await this.#dialogue.secure(tls);
    this.#dialogue.probe.enter("headers", "no answer came");
    this.#isSecure = true;
  }

  async #authenticate(login: Login, { plugin: first, salt }: Greeting): Promise<void> {
    // The server switches to the method of the user, if that is another one.
    let plugin = this.#proof(first, login, salt) === null ? "mysql_native_password" : first;
    const response = this.#proof(plugin, login, salt) ?? Buffer.alloc(0);
    this.#write(loginAnswer({ ...login, plugin, response, isSecure: this.#isSecure }));
    for (let count = 0; count < LOGIN_PACKETS_MAX; count += 1) {
      const content = await this.read();
      if (content[0] === OK) return;
      if (content[0] === SWITCH_METHOD) {
        const [name = "", data] = splitAtNul(content.subarray(1));
        plugin = name;
        const proof = this.#proof(plugin, login, data);
        if (proof === null) throw unsupported(plugin);
        this.#write(proof);
      } else if (content[0] === MORE_DATA && plugin === "caching_sha2_password") {
        if (content[1] === FULL_LOGIN) this.#write(this.#fullPassword(login));
        else if (content[1] !== FAST_LOGIN) throw notMysql();
      } else throw notMysql();
    }
    throw protocolFailure("the login did not end");
  }

  /** Returns the proof of a password; null if the method is not supported. */
  #proof(plugin: string, { password = "" }: Login, salt: Buffer): Buffer | null {
    switch (plugin) {
      case "mysql_native_password":
        return password === "" ? Buffer.alloc(0) : nativeResponse(password, salt);
      case "caching_sha2_password":
        return password === "" ? Buffer.alloc(0) : cachingSha2Response(password, salt);
      // Both send the password as it is.
      case "sha256_password":
      case "mysql_clear_password":
        return this.#isSecure ? terminated(password) : null;
      default:
        return null;
    }
  }

  /** Without TLS a client would have to trust a key that any server in between can replace. */
  #fullPassword({ password = "" }: Login): Buffer {
    if (!this.#isSecure)
      throw loginFailure("it asks for the password itself, which needs TLS; set tls to true");
    return terminated(password);
  }

  #write(content: Buffer): void {
    this.#dialogue.write(packet(this.#sequence, content));
  }
}

function splitAtNul(content: Buffer): [name: string, data: Buffer] {
  const end = content.indexOf(0);
  if (end < 0) return [content.toString("latin1"), Buffer.alloc(0)];
  const data = content.subarray(end + 1);
  // The salt ends with NUL.
  return [content.toString("latin1", 0, end), data.at(-1) === 0 ? data.subarray(0, -1) : data];
}

export function notMysql(): CheckFailure {
  return protocolFailure("the server does not speak the protocol of MySQL");
}

function unsupported(plugin: string): CheckFailure {
  const name = plugin.replaceAll(/[^\w-]/g, "").slice(0, 50);
  return loginFailure(
    `it asks for the method ${name}, which Vedette does not support with this connection; use mysql_native_password or caching_sha2_password`,
  );
}

/** Class 28 is an invalid authorization. Without a state, before the greeting, the host may be blocked or unknown. */
function errorOf(content: Buffer): CheckFailure {
  const { code, state, message } = readError(content);
  const reason = `${message} (${code})`;
  return state.startsWith("28") ? loginFailure(reason) : serviceFailure(reason);
}
