import { describe, expect, test } from "vitest";
import { createPasswordHashing, type Derive, deriveInWasm } from "./password-hash.ts";

describe.each<[string, Derive | undefined]>([
  ["the current Node", undefined],
  ["WebAssembly", deriveInWasm],
])("by %s", (_name, derive) => {
  const passwords = createPasswordHashing(derive);

  test("a password matches its own hash, and no other password does", async () => {
    const hash = await passwords.hash("correct horse");
    expect(await passwords.verify({ hash, password: "correct horse" })).toBe(true);
    expect(await passwords.verify({ hash, password: "correct horsf" })).toBe(false);
    expect(await passwords.hash("correct horse")).not.toBe(hash);
  });

  test("each verifies the other's hashes, in any language and Unicode normalization", async () => {
    const hash = await passwords.hash("pässwörd ключ 🔑");
    const others = createPasswordHashing(derive === undefined ? deriveInWasm : undefined);
    expect(await others.verify({ hash, password: "pässwörd ключ 🔑".normalize("NFD") })).toBe(true);
  });
});

test("two are hashed at a time, 32 wait, and more are rejected", async () => {
  let running = 0;
  let most = 0;
  const gate = Promise.withResolvers<void>();
  const passwords = createPasswordHashing(async () => {
    most = Math.max(most, ++running);
    await gate.promise;
    running--;
    return Buffer.alloc(32);
  });
  const all = Array.from({ length: 40 }, () =>
    passwords.hash("x").then(
      () => "done",
      (error) => error.code,
    ),
  );
  const refused = all.slice(34);
  expect(await Promise.all(refused)).toEqual(Array(6).fill("SERVICE_UNAVAILABLE"));
  gate.resolve();
  expect(await Promise.all(all.slice(0, 34))).toEqual(Array(34).fill("done"));
  expect(most).toBe(2);
});

test("a stored text of another format is a bug, not a wrong password", async () => {
  await expect(createPasswordHashing().verify({ hash: "secret", password: "secret" })).rejects.toThrow(
    "form",
  );
});
