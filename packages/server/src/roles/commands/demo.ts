import { StartError } from "../../platform/kernel/errors.ts";
import { removeDemo } from "../demo/remove-demo.ts";
import { withInstallation } from "./with-database.ts";

/** Deletes the sample organization, whether or not the service is running. Returns a sentence for the operator. */
export function removeDemoData(env: NodeJS.ProcessEnv): Promise<string> {
  return withInstallation(env, async (database) => {
    if (await removeDemo(database)) {
      return "The sample organization was deleted. If no user has signed up, 'vedette setup-link' prints the link for the first one.";
    }
    throw new StartError("There is no sample organization. 'vedette serve --demo' creates one.");
  });
}
