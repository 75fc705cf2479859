import { CodeBlock } from "./code-block.tsx";

/** How a runner is started on another machine. The key is no part of the line, for lists of processes show that. */
export function RunnerCommand() {
  const command = `VEDETTE_KEY_FILE=/etc/vedette/runner.key vedette runner --server ${window.location.origin}`;
  return (
    <div className="grid gap-2">
      <p>
        Put the key into a file on the machine that is to make the checks, readable by its user alone, and
        start a runner there. It asks the server for work, so no port has to be open.
      </p>
      <CodeBlock label="Command" text={command} />
    </div>
  );
}
