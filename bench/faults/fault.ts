import type { Verdict } from "../harness/report.ts";

/** A fault of a process, disk, network, clock or target that a script causes, with what must hold afterwards. */
export type Fault = {
  /** The name on the command line, such as `f05`. Its file starts with it. */
  name: string;
  /** A noun phrase: what happens, and for how long. */
  what: string;
  /** Why it cannot run on this machine; null if it can. */
  missing?: () => string | null;
  /** Causes the fault and measures. `folder` is empty, and removed afterwards. */
  run(folder: string): Promise<Verdict[]>;
};
