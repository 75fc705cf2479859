import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/** Something that the command palette offers. */
export type Command = {
  label: string;
  /** Beside the label: "Go to", "Monitor", … */
  group: string;
  run(): void;
};

type Registry = {
  pages: ReadonlyMap<symbol, readonly Command[]>;
  put(id: symbol, commands: readonly Command[] | null): void;
};

const CommandsContext = createContext<Registry | null>(null);

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [pages, setPages] = useState<Registry["pages"]>(new Map());
  const [put] = useState(() => (id: symbol, commands: readonly Command[] | null) => {
    setPages((before) => {
      const after = new Map(before);
      if (commands === null) after.delete(id);
      else after.set(id, commands);
      return after;
    });
  });
  return <CommandsContext value={{ pages, put }}>{children}</CommandsContext>;
}

/** Offers commands for as long as the page is open. Pass a memoized list: each new one draws anew. */
export function useCommands(commands: readonly Command[]): void {
  const { put } = useRegistry();
  const [id] = useState(() => Symbol("commands of a page"));
  useEffect(() => {
    put(id, commands);
    return () => put(id, null);
  }, [put, id, commands]);
}

export function usePageCommands(): Command[] {
  return [...useRegistry().pages.values()].flat();
}

function useRegistry(): Registry {
  const registry = useContext(CommandsContext);
  if (!registry) throw new Error("commands are used outside of CommandsProvider");
  return registry;
}
