import { keys } from "../../../../api/keys.ts";
import type { TargetNoun } from "../../target-noun.ts";

/** The query of all targets of a kind. A change of a target invalidates it with the lists of its kind. */
export const rowsKey = (noun: TargetNoun) => keys.list(noun, "all");
