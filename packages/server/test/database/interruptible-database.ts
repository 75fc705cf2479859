import type { Database } from "../../src/platform/storage/database.ts";

/** A database that can refuse its callers or keep them waiting. */
export type InterruptibleDatabase = {
  database: Database;
  state: "up" | "down" | "hanging";
  /** Calls so far. */
  calls: number;
};

export function interruptible(database: Database): InterruptibleDatabase {
  const made: InterruptibleDatabase = {
    state: "up",
    calls: 0,
    database: new Proxy(database, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          made.calls += 1;
          if (made.state === "down") return Promise.reject(new Error("the database is down"));
          if (made.state === "hanging") return new Promise(() => undefined);
          return Reflect.apply(member, target, args);
        };
      },
    }),
  };
  return made;
}
