import { defineCheckKind } from "../check-kind.ts";

/** The status that a person or the API has set. */

export const manualCheck = defineCheckKind({
  fields: {},
  findErrors: () => [],
  address: () => "set by hand or by the API",
  toSpec: (_config, { setStatus }) => ({ setStatus }),
  noCertificate: () => "a manual monitor",
  masked: [],
});
