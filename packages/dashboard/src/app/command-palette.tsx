import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { type Command, usePageCommands } from "./commands.tsx";
import { useRole } from "./role.ts";

/** Everything that can be reached, by typing a part of its name. */
export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Go to" isTitleHidden>
      <Choices onClose={onClose} />
    </Dialog>
  );
}

const SHOWN_MAX = 50;

function Choices({ onClose }: { onClose(): void }) {
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  const id = useId();
  const all = [...usePageCommands(), ...useGoTo()];
  const words = text.toLowerCase().split(/\s+/);
  const found = all
    .filter(({ label, group }) => words.every((word) => `${group} ${label}`.toLowerCase().includes(word)))
    .slice(0, SHOWN_MAX);
  const chosen = Math.min(place, found.length - 1);

  function choose(command: Command | undefined): void {
    if (!command) return;
    onClose();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") choose(found[chosen]);
    else if (step !== undefined && found.length > 0) setPlace((chosen + step + found.length) % found.length);
    else return;
    event.preventDefault();
  }

  return (
    <div className="grid gap-2">
      <input
        className="w-full rounded-lg border border-line-strong bg-surface px-3 py-2"
        role="combobox"
        aria-label="Search pages and commands"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder="Search pages and commands"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label="Pages and commands" className="max-h-80 overflow-y-auto">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the text field, which has the keys.
          <div
            key={`${command.group} ${command.label}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="flex justify-between gap-4 rounded-lg px-3 py-2 aria-selected:bg-accent-ground"
            onMouseMove={() => setPlace(index)}
            onClick={() => choose(command)}
          >
            {command.label}
            <span className="text-soft">{command.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 py-2 text-soft">Nothing has this name.</p>}
    </div>
  );
}

/** The pages that named themselves by `staticData.command` and need no more than their address. */
function useGoTo(): Command[] {
  const router = useRouter();
  const { reaches } = useRole();
  return Object.values(router.routesByPath).flatMap(({ fullPath, options }) => {
    const label = options.staticData?.command;
    if (label === undefined || fullPath.includes("$")) return [];
    if (!reaches(options.staticData?.role ?? "viewer")) return [];
    return [{ label, group: "Go to", run: () => void router.navigate({ to: fullPath }) }];
  });
}
