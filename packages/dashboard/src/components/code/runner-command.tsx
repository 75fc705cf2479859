import { t } from "../../language/t.ts";
import { CodeBlock } from "./code-block.tsx";

/** The command that starts a runner. It does not contain the key, because process lists show command lines. */
export function RunnerCommand() {
  const command = `VEDETTE_KEY_FILE=/etc/vedette/runner.key vedette runner --server ${window.location.origin}`;
  return (
    <div className="grid gap-2">
      <p>
        {t(
          "Save the key in a file on the machine that will run the checks, readable only by its user, and start a runner there. The runner connects to the server, so no port has to be open.",
        )}
      </p>
      <CodeBlock label={t("Command")} text={command} />
    </div>
  );
}
