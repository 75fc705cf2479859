import type { ConfigForm } from "./forms.ts";
import type { Machine } from "./machine.ts";

/** One environment variable. */
export type ConfigKey = {
  /** A noun phrase that describes the setting, without a full stop. */
  meaning: string;
  form: ConfigForm;
  unit: string | null;
  /** A literal, a value computed from the machine's facts, or null for none. */
  default: string | { words: string; of(machine: Machine): string } | null;
  /** The reason for the default. */
  reason: string;
  /** Never shown; can also be read from the file that `<KEY>_FILE` names. */
  isSecret?: true;
  /** An older name of the key. It is still accepted and logs a warning. */
  deprecatedName?: string;
};
