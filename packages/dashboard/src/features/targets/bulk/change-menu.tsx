import { buttonClass } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../components/menu/menu.tsx";
import { t } from "../../../language/t.ts";
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
          {t("Change")}
          <Icon name="down" className="-me-1 text-soft" />
        </>
      }
    >
      <MenuItem onChoose={() => onEdit("interval")}>{t("Interval …")}</MenuItem>
      <MenuItem onChoose={() => onEdit("locations")}>{t("Locations …")}</MenuItem>
      <MenuItem onChoose={() => onEdit("group_id")}>{t("Group …")}</MenuItem>
      <MenuItem onChoose={() => onEdit("owner")}>{t("Owner …")}</MenuItem>
      <MenuSeparator />
      <MenuItem onChoose={() => onCoverage("rule")}>{t("Alert rule …")}</MenuItem>
      <MenuItem onChoose={() => onCoverage("window")}>{t("Maintenance window …")}</MenuItem>
    </Menu>
  );
}
