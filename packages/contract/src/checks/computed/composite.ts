import { z } from "zod";
import { GROUP_ROLLUPS } from "../../common/rollups.ts";
import { selectorSchema, selectorView } from "../../targets/selectors.ts";
import { defaultedField, defineCheckKind, optionalField } from "../check-kind.ts";

/** The status of other targets, combined. */

const rollup = z.enum(GROUP_ROLLUPS);

export const compositeCheck = defineCheckKind({
  fields: {
    selector: optionalField(
      selectorSchema.meta({ description: "The members. Composite monitors are never members" }),
      selectorView,
    ),
    rollup: defaultedField(
      rollup.meta({
        description:
          "`worst`: the worst status of a member. `quorum`: down if at least half of the members are down. `all`: down " +
          "if all are. With `quorum` and `all` fewer failures are degraded",
      }),
      rollup,
      "worst" as const,
    ),
  },
  findErrors: ({ selector }) =>
    selector === null ? [{ path: "selector", message: "is required for type 'composite'" }] : [],
  address: ({ rollup: of }) => `${of} of its members`,
  toSpec: ({ selector, rollup: of }) => ({ selector: selector ?? {}, rollup: of }),
  noCertificate: () => "a composite monitor",
  masked: [],
});
