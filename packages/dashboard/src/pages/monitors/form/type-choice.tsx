import { Combobox } from "@base-ui/react/combobox";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon } from "../../../components/icon.tsx";
import { CHECK_GROUPS, checkLabels, type MonitorType } from "../../../features/checks/check-labels.ts";
import { t } from "../../../language/t.ts";

type TypeChoiceProps = {
  value: MonitorType;
  onValue(type: MonitorType): void;
  button: ButtonHTMLAttributes<HTMLButtonElement>;
  children: ReactNode;
};

type TypeGroup = { label: string; items: readonly MonitorType[] };

const GROUPS: readonly TypeGroup[] = CHECK_GROUPS.map(({ label, types }) => ({ label, items: types }));
const GROUP_OF = new Map(CHECK_GROUPS.flatMap(({ label, types }) => types.map((type) => [type, label])));

/** The button of the field and its list of kinds, which is open at first. */
export function TypeChoice({ value, onValue, button, children }: TypeChoiceProps) {
  return (
    <Combobox.Root
      items={GROUPS}
      value={value}
      onValueChange={(type) => type && onValue(type)}
      filter={isFound}
      itemToStringLabel={(type: MonitorType) => checkLabels(type).formLabel}
      autoHighlight
      defaultOpen
    >
      <Combobox.Trigger {...button}>{children}</Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-40">
          <Combobox.Popup
            aria-label={t("What to check")}
            className="popup flex max-h-[min(26rem,var(--available-height))] w-(--anchor-width) min-w-64 flex-col outline-none"
          >
            <div className="border-b border-line p-1.5">
              <Combobox.Input
                aria-label={t("Search types")}
                placeholder={t("Search, for example DNS")}
                className="w-full min-h-9 rounded-md bg-surface px-2.5"
              />
            </div>
            <Combobox.Empty>
              <p className="px-4 py-3 text-soft empty:hidden">{t("No results")}</p>
            </Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto overscroll-contain p-1.5">
              {(group: TypeGroup) => (
                <Combobox.Group key={group.label} items={group.items}>
                  <Combobox.GroupLabel className="px-2.5 pt-2 pb-1 text-[0.8125rem] font-semibold text-soft">
                    {group.label}
                  </Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(type: MonitorType) => <Type key={type} type={type} />}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function Type({ type }: { type: MonitorType }) {
  return (
    <Combobox.Item
      value={type}
      className="flex items-center justify-between gap-3 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-accent-ground"
    >
      {checkLabels(type).formLabel}
      <Combobox.ItemIndicator>
        <Icon name="check" className="text-soft" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  );
}

/** Also finds the name in the API, such as "websocket", and the name of the group. */
function isFound(type: MonitorType, query: string): boolean {
  const { label, formLabel } = checkLabels(type);
  const text = `${label} ${formLabel} ${type} ${GROUP_OF.get(type)}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
