import { Link } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { RunnerCommand } from "../../components/code/runner-command.tsx";
import { Dialog } from "../../components/dialog.tsx";

/** How to have checks made from a network of one's own. */
export function AddPrivateLocation({ onClose }: { onClose(): void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Add a private location">
      <p>
        Create an <Link to="/settings/api-keys">API key</Link> of the scope Runner and name the location in
        it, such as home. Monitors that name this location are then checked by your own runners there, and by
        nobody else.
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
