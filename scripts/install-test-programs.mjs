// Installs the system programs that tests require, as `npm test` does. CI runs it beside the checks.
import { installTestPrograms } from "./test-programs.mjs";

await installTestPrograms();
