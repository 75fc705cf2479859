import { applyProject } from "../commands/code/apply.ts";
import { destroyProject } from "../commands/code/destroy.ts";
import { exportCode } from "../commands/code/export.ts";
import { formatFiles } from "../commands/code/fmt.ts";
import { planProject } from "../commands/code/plan.ts";
import { printSchema } from "../commands/code/schema.ts";
import { testProject } from "../commands/code/test.ts";
import { undeleteResource } from "../commands/code/undelete.ts";
import { validateProject } from "../commands/code/validate.ts";

export const codeCommands = [
  validateProject,
  planProject,
  applyProject,
  testProject,
  exportCode,
  destroyProject,
  undeleteResource,
  formatFiles,
  printSchema,
];
