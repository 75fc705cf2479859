import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

type TabsProps<T extends string> = {
  label: string;
  value: T;
  onValue(value: T): void;
  tabs: readonly { value: T; label: string; content: ReactNode }[];
  /** Shown beside every panel where there is room, and below it elsewhere. */
  aside?: ReactNode;
};

/** Keep `value` in the URL, so that a link opens the tab. */
export function Tabs<T extends string>({ label, value, onValue, tabs, aside }: TabsProps<T>) {
  const panels = tabs.map((tab) => (
    <Base.Panel key={tab.value} value={tab.value} className="min-w-0">
      {tab.content}
    </Base.Panel>
  ));
  return (
    <Base.Root value={value} onValueChange={(chosen: T) => onValue(chosen)} className="grid gap-4">
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-3 py-2 whitespace-nowrap text-soft hover:text-ink data-active:border-accent data-active:font-semibold data-active:text-accent"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {aside ? (
        <div className="grid items-start gap-7 xl:grid-cols-[minmax(0,1fr)_minmax(0,25rem)] min-[1600px]:grid-cols-[minmax(0,1fr)_minmax(0,38rem)]">
          <div className="min-w-0">{panels}</div>
          {aside}
        </div>
      ) : (
        panels
      )}
    </Base.Root>
  );
}
