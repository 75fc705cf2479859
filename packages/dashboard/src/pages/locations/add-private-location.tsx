import { Link } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { RunnerCommand } from "../../components/code/runner-command.tsx";
import { Dialog } from "../../components/dialog.tsx";

/** Explains how to run checks from a private network. */
export function AddPrivateLocation({ onClose }: { onClose(): void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Add private location">
      <p>
        Create an <Link to="/settings/api-keys">API key</Link> with the Runner scope and enter a location
        name, for example home. Monitors in this location are checked only by your own runners.
      </p>
      <RunnerCommand />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
