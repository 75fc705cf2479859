import type { Schedule } from "@vedette/contract/on-call/schedules.ts";
import { defineNoun } from "./noun.ts";
import { nameFields } from "./target-fields.ts";

export const schedules = defineNoun<Schedule>({
  noun: "schedules",
  one: "schedule",
  path: "schedules",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/schedules/{id}",
  list: {
    summary: "Lists on-call schedules",
    columns: [
      ["name", ({ name }) => name],
      ["timezone", ({ timezone }) => timezone],
      ["layers", ({ layers }) => layers.length],
      ["people", ({ people }) => people.map(({ name }) => name).join(", ")],
      ["id", ({ id }) => id],
      ["warnings", ({ warnings }) => warnings.join(" ")],
    ],
    query: { sort: "name" },
    ...{ limit: null, isPaged: true },
    empty: () => "There are no schedules.",
  },
  fields: nameFields,
});
