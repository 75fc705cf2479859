import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "../../language/t.ts";
import { focusInvalid } from "./focus/focus-invalid.ts";

export type FormTab = {
  value: string;
  label: string;
  /** Whether the tab holds input, so that it is marked. */
  isSet?: boolean;
  hasError?: boolean;
  content: ReactNode;
};

type FormTabsProps = { label: string; tabs: readonly FormTab[] };

/** Groups of fields of a form. A new error opens its tab, and the first invalid field gets the focus. */
export function FormTabs({ label, tabs }: FormTabsProps) {
  const [selected, setSelected] = useState(tabs[0]?.value ?? "");
  const root = useRef<HTMLDivElement>(null);
  const focusesError = useRef(false);
  const faulty = tabs.flatMap(({ value, hasError }) => (hasError ? [value] : [])).join(" ");
  const shown = tabs.find(({ value }) => value === selected) ?? tabs[0];

  useEffect(() => {
    const [first] = faulty.split(" ");
    if (!first) return;
    setSelected((before) => (faulty.split(" ").includes(before) ? before : first));
    focusesError.current = true;
  }, [faulty]);
  // After each render, because the invalid field appears with its tab.
  useEffect(() => {
    if (focusesError.current && focusInvalid(root.current?.closest("form"))) focusesError.current = false;
  });

  if (!shown) return null;
  return (
    <Base.Root
      ref={root}
      value={shown.value}
      onValueChange={(value: string) => setSelected(value)}
      className="grid min-w-0 gap-4"
    >
      <Base.List aria-label={label} className="flex flex-wrap gap-x-1 border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px inline-flex min-h-9 items-center gap-1.5 border-b-2 border-transparent px-2.5 whitespace-nowrap text-soft hover:text-ink data-active:border-accent data-active:font-semibold data-active:text-accent"
          >
            {tab.label}
            <Mark tab={tab} />
          </Base.Tab>
        ))}
      </Base.List>
      {/* The other panels are not rendered: their fields keep their values in the form. */}
      <Base.Panel key={shown.value} value={shown.value} keepMounted className="grid min-w-0 gap-4">
        {shown.content}
      </Base.Panel>
    </Base.Root>
  );
}

function Mark({ tab: { isSet = false, hasError = false } }: { tab: FormTab }) {
  if (hasError) {
    return (
      <span className="rounded bg-down-ground px-1 text-[0.75rem] font-semibold text-down">
        {t("invalid")}
      </span>
    );
  }
  if (!isSet) return null;
  return (
    <span>
      <span aria-hidden="true" className="block size-1.5 rounded-full bg-accent" />
      <span className="sr-only">{t("(set)")}</span>
    </span>
  );
}
