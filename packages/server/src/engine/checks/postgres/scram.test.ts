import { expect, test } from "vitest";
import { beginScram } from "./scram.ts";

/** The exchange of RFC 7677, section 3. */
const NONCE = "rOprNGfwEbeRWgbNEkqO";
const SERVER_FIRST = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";

test("makes the proof of the example in RFC 7677, and accepts only the signature of the server", async () => {
  const scram = beginScram("pencil", { user: "user", nonce: NONCE });
  expect(scram.first).toBe(`n,,n=user,r=${NONCE}`);
  expect(await scram.prove(SERVER_FIRST)).toBe(
    "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
  );
  expect(scram.isProved("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")).toBe(true);
  expect(scram.isProved("v=7rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")).toBe(false);
  expect(scram.isProved("e=other-error")).toBe(false);
});

test("a server that never proved anything is not accepted", () => {
  expect(beginScram("pencil").isProved("v=")).toBe(false);
});

test.each([
  ["another nonce", "r=other,s=W22Z,i=4096"],
  ["no salt", `r=${NONCE}x,i=4096`],
  ["no number of iterations", `r=${NONCE}x,s=W22Z,i=many`],
  ["days of iterations", `r=${NONCE}x,s=W22Z,i=2000000000`],
  ["no iteration", `r=${NONCE}x,s=W22Z,i=0`],
  ["nothing", ""],
])("rejects %s", async (_, serverFirst) => {
  await expect(beginScram("pencil", { nonce: NONCE }).prove(serverFirst)).rejects.toMatchObject({
    code: "PROTOCOL_ERROR",
  });
});
