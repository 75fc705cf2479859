import fc from "fast-check";
import { expect, test } from "vitest";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { BoxError } from "../../../platform/kernel/secret-box.ts";
import { createDecrypt, createEncryptFor, createKeyPair, isPublicKey } from "./recipient-encryption.ts";

const PEOPLE = Array.from({ length: 4 }, createKeyPair);
const context = ["checks.default"];
const keysOf = (indices: readonly number[]) => indices.map((index) => PEOPLE[index]?.publicKey ?? "");
const indices = fc.uniqueArray(fc.integer({ min: 0, max: PEOPLE.length - 1 }), { minLength: 1 });
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));

test("every recipient can decrypt a message, and no one else can", () => {
  const seal = createEncryptFor(systemClock);
  fc.assert(
    fc.property(indices, bytes, (to, content) => {
      const message = seal(content, { publicKeys: keysOf(to), context });
      for (const [index, person] of PEOPLE.entries()) {
        const opened = createDecrypt(person)(message, context);
        if (to.includes(index)) expect(opened).toEqual(content);
        else expect(opened).toBeNull();
      }
    }),
  );
});

test("a message with any changed byte does not decrypt", () => {
  const seal = createEncryptFor(systemClock);
  fc.assert(
    fc.property(indices, bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (to, content, at, change) => {
      const message = seal(content, { publicKeys: keysOf(to), context });
      const changed = Buffer.from(message);
      const place = at % message.length;
      changed[place] = (message[place] ?? 0) ^ change;
      for (const person of PEOPLE) expect(openedOrNothing(createDecrypt(person), changed)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test("a truncated message does not decrypt", () => {
  const message = createEncryptFor(systemClock)(Buffer.from("content"), { publicKeys: keysOf([0]), context });
  for (let length = 0; length < message.length; length += 1) {
    expect(
      openedOrNothing(createDecrypt(PEOPLE[0] ?? createKeyPair()), message.subarray(0, length)),
    ).toBeNull();
  }
});

test("a message for one context does not decrypt in another", () => {
  const message = createEncryptFor(systemClock)(Buffer.from("content"), { publicKeys: keysOf([0]), context });
  const open = createDecrypt(PEOPLE[0] ?? createKeyPair());
  expect(() => open(message, ["checks.elsewhere"])).toThrow(BoxError);
  expect(open(message, context)?.toString()).toBe("content");
});

test("rotates the key after ten minutes and for other recipients", () => {
  let nowMs = 0;
  const seal = createEncryptFor({ now: () => nowMs, monotonic: () => nowMs });
  const headOf = (to: readonly number[]) =>
    seal(Buffer.from("x"), { publicKeys: keysOf(to), context })
      .subarray(0, 33)
      .toString("hex");
  const first = headOf([0, 1]);
  expect(headOf([1, 0])).toBe(first);
  expect(headOf([0, 1, 2])).not.toBe(first);
  nowMs += 600_001;
  expect(headOf([0, 1])).not.toBe(first);
});

test("recognizes an invalid public key", () => {
  expect(isPublicKey(createKeyPair().publicKey)).toBe(true);
  expect(isPublicKey("")).toBe(false);
  expect(isPublicKey("bm8ga2V5")).toBe(false);
  expect(isPublicKey(Buffer.alloc(32).toString("base64url"))).toBe(false);
});

/** Returns null for a message that is for others or was rejected as changed; any other failure is a bug. */
function openedOrNothing(open: ReturnType<typeof createDecrypt>, message: Buffer): Buffer | null {
  try {
    return open(message, context);
  } catch (error) {
    if (error instanceof BoxError) return null;
    throw error;
  }
}
