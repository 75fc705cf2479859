import type { ListColumn } from "@vedette/contract/people/groupable-lists.ts";
import { Button } from "../../../../components/button.tsx";
import { CheckField } from "../../../../components/forms/field.tsx";
import { Popover } from "../../../../components/forms/popover.tsx";
import { t } from "../../../../language/t.ts";
import type { TargetListId } from "../target-lists.ts";
import { COLUMN_TITLES, COLUMNS_OF, DEFAULT_COLUMNS } from "./list-columns.ts";

type ColumnPanelProps = {
  list: TargetListId;
  shown: readonly ListColumn[];
  /** Null: the default columns. */
  onColumns(columns: readonly ListColumn[] | null): void;
};

/** The button with the columns of a list. */
export function ColumnPanel({ list, shown, onColumns }: ColumnPanelProps) {
  return (
    <Popover label={t("Columns")}>
      <fieldset className="grid gap-1.5">
        <legend className="sr-only">{t("Columns")}</legend>
        {COLUMNS_OF[list].map((column) => (
          <CheckField
            key={column}
            label={COLUMN_TITLES[column]}
            isChecked={shown.includes(column)}
            onChecked={(isChecked) =>
              // In the order of the list, not in which they were selected.
              onColumns(COLUMNS_OF[list].filter((one) => (one === column ? isChecked : shown.includes(one))))
            }
          />
        ))}
        <Button
          variant="quiet"
          disabled={shown.join() === DEFAULT_COLUMNS[list].join()}
          onClick={() => onColumns(null)}
        >
          {t("Reset columns")}
        </Button>
      </fieldset>
    </Popover>
  );
}
