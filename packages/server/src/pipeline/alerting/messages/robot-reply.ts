import { z } from "zod";
import type { Rejection, ResponseReading } from "./post-message.ts";

/** The service limits a robot by the minute. */
const TOO_FAST_SECONDS = 60;

export type RobotCodes = {
  service: string;
  /** Codes after which no later message can succeed. */
  gone: readonly number[];
  tooFast: readonly number[];
};

const replySchema = z
  .object({ errcode: z.number(), errmsg: z.string() })
  .or(
    z
      .object({ code: z.number(), msg: z.string() })
      .transform(({ code, msg }) => ({ errcode: code, errmsg: msg })),
  );

/** Reads the answer of a group robot: a code in the body, with status 200 for most errors; 0 means accepted. */
export function robotReading({ service, gone, tooFast }: RobotCodes): ResponseReading {
  const rejectionOf = (reply: unknown): Rejection | undefined => {
    const { data } = replySchema.safeParse(reply);
    if (data?.errcode === 0) return undefined;
    const code = data?.errcode ?? Number.NaN;
    return {
      error: data ? `${service} returned: ${code} ${data.errmsg}` : `${service} returned no code`,
      isPermanent: gone.includes(code),
      ...(tooFast.includes(code) && { retryAfterSeconds: TOO_FAST_SECONDS }),
    };
  };
  return {
    rejectionOf,
    failureOf: (reply) => (replySchema.safeParse(reply).success ? rejectionOf(reply) : undefined),
  };
}
