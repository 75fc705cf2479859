import { matchesSubject } from "@vedette/contract/code/trusts/subject-patterns.ts";
import { decodeJwt, errors, jwtVerify } from "jose";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { AppError } from "../../../../platform/kernel/errors.ts";
import type { IssuerKeys } from "./issuer-keys.ts";

/** What a trust demands of a token. */
export type ExpectedToken = { issuer: string; audience: string; subject: string };

/** Signatures with a private key only: with `none` or an HMAC, anyone could sign. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const CLOCK_TOLERANCE_SECONDS = 30;

/** Returns the subject of a token that the trust accepts. Throws UNAUTHORIZED with the reason otherwise. */
export async function verifyToken(
  token: string,
  expected: ExpectedToken,
  { keys, clock }: { keys: IssuerKeys; clock: Clock },
): Promise<string> {
  // Before any request: a token cannot choose which issuer is asked.
  if (readIssuer(token) !== expected.issuer) throw rejected("its issuer is not the one of the trust");
  const key = await keys.of(expected.issuer);
  const subject = await verifySignature(token, expected, { key, clock });
  if (!matchesSubject(expected.subject, subject)) {
    throw rejected(`its subject '${subject.slice(0, 300)}' does not match the trust`);
  }
  return subject;
}

function readIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss;
  } catch (error) {
    throw rejected("it is not a JSON Web Token", error);
  }
}

async function verifySignature(
  token: string,
  { issuer, audience }: ExpectedToken,
  { key, clock }: { key: Awaited<ReturnType<IssuerKeys["of"]>>; clock: Clock },
): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(clock.now()),
      requiredClaims: ["exp", "iat", "sub"],
    });
    return String(payload.sub);
  } catch (error) {
    if (error instanceof errors.JOSEError) throw rejected(reasonOf(error), error);
    throw error;
  }
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return "it has expired";
  if (error instanceof errors.JWTClaimValidationFailed) return `its claim '${error.claim}' is not accepted`;
  if (error instanceof errors.JOSEAlgNotAllowed) return "its algorithm is not accepted";
  if (error instanceof errors.JWKSNoMatchingKey) return "its issuer has no such key";
  return "its signature is not valid";
}

function rejected(reason: string, cause?: unknown): AppError {
  return new AppError("UNAUTHORIZED", `The token is not accepted: ${reason}.`, { cause });
}
