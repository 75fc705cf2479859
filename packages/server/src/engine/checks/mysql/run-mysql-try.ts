import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { numericValue } from "../assertions/numeric-value.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { protocolFailure } from "../dialogue/check-failure.ts";
import { QueryResult } from "../dialogue/query-result.ts";
import { runDialogue } from "../dialogue/run-dialogue.ts";
import { PacketReader, packet } from "./mysql-packets.ts";
import { MysqlSession, notMysql, OK } from "./mysql-session.ts";

const COM_QUIT = 0x01;
const COM_QUERY = 0x03;
/** Of one result. MySQL allows 4,096. */
const COLUMNS_MAX = 4_096;
/** The first byte of a request for a file of the client, which no check answers. */
const LOCAL_FILE = 0xfb;
/** The packet after the columns and after the rows is shorter than a row that begins with the same byte. */
const END_OF_ROWS = 0xfe;
const END_OF_ROWS_BYTES_MAX = 8;

/** Logs in to a MySQL or MariaDB server, and runs the query of the check in a read-only session. */
export function runMysqlTry(spec: CheckSpecOf<"mysql">, ctx: CheckContext): Promise<CheckTry> {
  const deadlineMs = ctx.clock.monotonic() + spec.timeoutMs;
  const farewell = packet(0, Buffer.from([COM_QUIT]));
  return runDialogue({ spec, ctx, farewell }, async (dialogue) => {
    const { tls, user = "", password, database, query } = spec;
    // The greeting comes before the handshake, and belongs to its phase.
    if (tls) dialogue.probe.enter("tls", "the server did not start TLS");
    const session = new MysqlSession(dialogue);
    const version = await session.logIn(
      { user, ...(password !== undefined && { password }), ...(database !== undefined && { database }) },
      tls ? { host: spec.host, verify: tls.verify } : null,
    );
    if (query === undefined) return {};
    dialogue.probe.advance("body", "the query did not end");
    await execute(session, "SET SESSION TRANSACTION READ ONLY");
    await execute(session, limitStatement(version, Math.ceil(deadlineMs - ctx.clock.monotonic())));
    session.command(COM_QUERY, query);
    return (await readResult(session)).facts();
  });
}

/** The limit of a statement is in milliseconds in MySQL, and in seconds in MariaDB. */
function limitStatement(version: string, timeoutMs: number): string {
  const limitMs = Math.max(1, timeoutMs);
  return /mariadb/i.test(version)
    ? `SET SESSION max_statement_time = ${limitMs / 1_000}`
    : `SET SESSION max_execution_time = ${limitMs}`;
}

async function execute(session: MysqlSession, statement: string): Promise<void> {
  session.command(COM_QUERY, statement);
  const content = await session.read();
  if (content[0] !== OK) throw notMysql();
}

/** Source: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query_response_text_resultset.html */
async function readResult(session: MysqlSession): Promise<QueryResult> {
  const result = new QueryResult();
  const head = await session.read();
  if (head[0] === OK) return result;
  if (head[0] === LOCAL_FILE) throw protocolFailure("the server asks for a file of the client");
  const columns = new PacketReader(head).length() ?? 0;
  if (columns < 1 || columns > COLUMNS_MAX) throw notMysql();
  let isNumber = false;
  for (let index = 0; index < columns; index += 1) {
    const definition = await session.read();
    if (index === 0) isNumber = isNumeric(definition);
  }
  if (!isEndOfRows(await session.read())) throw notMysql();
  while (!result.isFull) {
    const content = await session.read();
    if (isEndOfRows(content)) break;
    const reader = new PacketReader(content);
    const cells = Array.from({ length: columns }, () => reader.text());
    if (reader.isMalformed) throw protocolFailure("the server sent a malformed row");
    result.add(cells, (text) => (isNumber ? numericValue(text) : text));
  }
  return result;
}

function isEndOfRows(content: Buffer): boolean {
  return content[0] === END_OF_ROWS && content.length <= END_OF_ROWS_BYTES_MAX;
}

/** DECIMAL, TINY, SHORT, LONG, FLOAT, DOUBLE, LONGLONG, INT24, YEAR, NEWDECIMAL. Source: enum_field_types of MySQL. */
const NUMERIC_TYPES: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 8, 9, 13, 246]);

/** After six texts: the length of the rest, the character set (2 bytes), the width (4), the type. */
function isNumeric(definition: Buffer): boolean {
  const reader = new PacketReader(definition);
  for (let index = 0; index < 6; index += 1) reader.text();
  reader.length();
  reader.skip(2 + 4);
  const type = reader.byte();
  return !reader.isMalformed && NUMERIC_TYPES.has(type);
}
