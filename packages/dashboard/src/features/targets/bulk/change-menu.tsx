import { buttonClass } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../components/menu/menu.tsx";
import type { CoveringType } from "./covering.ts";
import type { BulkField } from "./edit-dialog.tsx";

type ChangeMenuProps = { onEdit(field: BulkField): void; onCoverage(type: CoveringType): void };

/** What can be changed of the selected targets, besides their tags. */
export function ChangeMenu({ onEdit, onCoverage }: ChangeMenuProps) {
  return (
    <Menu
      triggerClass={buttonClass()}
      trigger={
        <>
          Change
          <Icon name="down" className="-mr-1 text-soft" />
        </>
      }
    >
      <MenuItem onChoose={() => onEdit("interval")}>Interval …</MenuItem>
      <MenuItem onChoose={() => onEdit("locations")}>Locations …</MenuItem>
      <MenuItem onChoose={() => onEdit("group_id")}>Group …</MenuItem>
      <MenuItem onChoose={() => onEdit("owner")}>Owner …</MenuItem>
      <MenuSeparator />
      <MenuItem onChoose={() => onCoverage("rule")}>Alert rule …</MenuItem>
      <MenuItem onChoose={() => onCoverage("window")}>Maintenance window …</MenuItem>
    </Menu>
  );
}
