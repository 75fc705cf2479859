import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/** A command of the command palette. */
export type Command = {
  label: string;
  /** Shown next to the label: "Go to", "Monitor", … */
  group: string;
  run(): void;
};

type Registry = {
  pages: ReadonlyMap<symbol, readonly Command[]>;
  register(id: symbol, commands: readonly Command[] | null): void;
};

const CommandsContext = createContext<Registry | null>(null);

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [pages, setPages] = useState<Registry["pages"]>(new Map());
  const [register] = useState(() => (id: symbol, commands: readonly Command[] | null) => {
    setPages((before) => {
      const after = new Map(before);
      if (commands === null) after.delete(id);
      else after.set(id, commands);
      return after;
    });
  });
  return <CommandsContext value={{ pages, register }}>{children}</CommandsContext>;
}

/** Registers commands while the page is open. Pass a memoized list: each new list causes a render. */
export function useCommands(commands: readonly Command[]): void {
  const { register } = useRegistry();
  const [id] = useState(() => Symbol("commands of a page"));
  useEffect(() => {
    register(id, commands);
    return () => register(id, null);
  }, [register, id, commands]);
}

export function usePageCommands(): Command[] {
  return [...useRegistry().pages.values()].flat();
}

function useRegistry(): Registry {
  const registry = useContext(CommandsContext);
  if (!registry) throw new Error("commands are used outside of CommandsProvider");
  return registry;
}
