import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { numericValue } from "../assertions/numeric-value.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { protocolFailure, serviceFailure } from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { QueryResult, ROWS_MAX } from "../dialogue/query-result.ts";
import { runDialogue } from "../dialogue/run-dialogue.ts";
import type { ProbeFacts } from "../probe-model.ts";
import { firstColumnType, readRow, SSL_REQUEST, simpleQuery, singleQuery, TERMINATE } from "./messages.ts";
import { logIn, type PostgresMessage, readUntilReady } from "./postgres-session.ts";

type Spec = CheckSpecOf<"postgres">;

/** Logs in to a PostgreSQL server, and runs the query of the check in a read-only transaction. */
export function runPostgresTry(spec: Spec, ctx: CheckContext): Promise<CheckTry> {
  const deadlineMs = ctx.clock.monotonic() + spec.timeoutMs;
  return runDialogue({ spec, ctx, farewell: TERMINATE }, async (dialogue) => {
    const { tls, user = "", password, database, query } = spec;
    if (tls) await secure(dialogue, { host: spec.host, verify: tls.verify });
    await logIn(dialogue, {
      user,
      ...(password !== undefined && { password }),
      ...(database !== undefined && { database }),
    });
    if (query === undefined) return {};
    dialogue.probe.advance("body", "the query did not end");
    return runQuery(dialogue, query, Math.ceil(deadlineMs - ctx.clock.monotonic()));
  });
}

async function secure(dialogue: Dialogue, target: Parameters<Dialogue["secure"]>[0]): Promise<void> {
  dialogue.probe.enter("tls", "the server did not start TLS");
  dialogue.write(SSL_REQUEST);
  const answer = (await dialogue.read(1)).toString("latin1");
  if (answer !== "S")
    throw protocolFailure(
      answer === "N"
        ? "the server does not support TLS"
        : "the server does not speak the protocol of PostgreSQL",
    );
  await dialogue.secure(target);
  dialogue.probe.enter("headers", "no answer came");
}

/** The query runs only if the server confirms that a read-only transaction has begun. */
async function runQuery(dialogue: Dialogue, query: string, timeoutMs: number): Promise<ProbeFacts> {
  dialogue.write(simpleQuery(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${Math.max(1, timeoutMs)}`));
  const { isInTransaction } = await readUntilReady(dialogue);
  if (!isInTransaction) throw protocolFailure("the server did not begin a transaction");
  // A pooler in front of the server closes a server connection whose client leaves within a transaction.
  dialogue.farewell = Buffer.concat([simpleQuery("ROLLBACK"), TERMINATE]);
  dialogue.write(singleQuery(query, ROWS_MAX));
  const result = new QueryResult();
  let columnType: number | null = null;
  await readUntilReady(dialogue, ({ type, content }: PostgresMessage) => {
    if (type === "T") {
      const found = firstColumnType(content);
      if (found === undefined) throw malformed();
      columnType = found;
    } else if (type === "D") {
      const cells = readRow(content);
      if (cells === null) throw malformed();
      result.add(cells, (text) => toCellValue(text, columnType));
    } else if (type === "R") throw serviceFailure("it asked for another login");
  });
  return result.facts();
}

function malformed() {
  return protocolFailure("the server sent a malformed row");
}

/** int8, int2, int4, oid, float4, float8, numeric. Source: pg_type.dat of PostgreSQL. */
const NUMERIC_TYPES: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1_700]);
const BOOLEAN_TYPE = 16;

function toCellValue(text: string, type: number | null): string | number | boolean {
  if (type === BOOLEAN_TYPE) return text === "t";
  return type !== null && NUMERIC_TYPES.has(type) ? numericValue(text) : text;
}
