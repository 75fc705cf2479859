import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import { type Command, usePageCommands } from "./commands.tsx";
import { useRole } from "./role.ts";

/** Searches pages and commands by name. */
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
  const [position, setPosition] = useState(0);
  const id = useId();
  const all = [...usePageCommands(), ...usePageLinks()];
  const words = text.toLowerCase().split(/\s+/);
  const found = all
    .filter(({ label, group }) => words.every((word) => `${group} ${label}`.toLowerCase().includes(word)))
    .slice(0, SHOWN_MAX);
  const selected = Math.min(position, found.length - 1);

  function run(command: Command | undefined): void {
    if (!command) return;
    onClose();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") run(found[selected]);
    else if (step !== undefined && found.length > 0)
      setPosition((selected + step + found.length) % found.length);
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
        aria-activedescendant={found.length > 0 ? `${id}-${selected}` : undefined}
        placeholder="Search pages and commands"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label="Pages and commands" className="max-h-80 overflow-y-auto">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the text field, which handles the keys.
          <div
            key={`${command.group} ${command.label}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === selected}
            className="flex justify-between gap-4 rounded-lg px-3 py-2 aria-selected:bg-accent-ground"
            onMouseMove={() => setPosition(index)}
            onClick={() => run(command)}
          >
            {command.label}
            <span className="text-soft">{command.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 py-2 text-soft">No results</p>}
    </div>
  );
}

/** The pages with a `staticData.command` whose path has no parameters. */
function usePageLinks(): Command[] {
  const router = useRouter();
  const { reaches } = useRole();
  return Object.values(router.routesByPath).flatMap(({ fullPath, options }) => {
    const label = options.staticData?.command;
    if (label === undefined || fullPath.includes("$")) return [];
    if (!reaches(options.staticData?.role ?? "viewer")) return [];
    return [{ label, group: "Go to", run: () => void router.navigate({ to: fullPath }) }];
  });
}
