import { describe, expect, inject, test } from "vitest";
import { StartError } from "../kernel/errors.ts";
import { externalConnection } from "./external.ts";

describe("externalConnection", () => {
  test("rejects a URL that is not a PostgreSQL URL", async () => {
    for (const url of ["", "mysql://host/x", "postgres://[", "host=x"]) {
      await expect(externalConnection(url)).rejects.toThrow(/DATABASE_URL is not a PostgreSQL URL/);
    }
  });

  test("rejects an unavailable server with one sentence, without the password", async () => {
    const error = await externalConnection("postgres://me:secret@127.0.0.1:1/x").catch((caught) => caught);
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toMatch(/127\.0\.0\.1:1\/x\) cannot be used: .*ECONNREFUSED/);
    expect(error.message).not.toContain("secret");
  });

  test("accepts a server with a supported version", async () => {
    const { connection } = inject("testServer");
    const url =
      "url" in connection
        ? connection.url
        : `postgres://${connection.user}:${connection.password}@/${connection.database}?host=${encodeURIComponent(connection.socketDir)}`;
    await expect(externalConnection(url)).resolves.toEqual({ url });
  });
});
