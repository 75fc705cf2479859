import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

type TabsProps<T extends string> = {
  label: string;
  value: T;
  onValue(value: T): void;
  tabs: readonly { value: T; label: string; content: ReactNode }[];
};

/** Keep `value` in the URL, so that a link opens the tab. */
export function Tabs<T extends string>({ label, value, onValue, tabs }: TabsProps<T>) {
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
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
