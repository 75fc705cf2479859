import { type ReactNode, useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../button.tsx";

type FirstRowsProps<Row> = {
  rows: readonly Row[];
  /** Rows that are shown at first; a list that is little longer is shown whole. */
  max: number;
  children(shown: readonly Row[]): ReactNode;
};

/** The first rows of a list with a button for all of them, so that what follows stays in reach. */
export function FirstRows<Row>({ rows, max, children }: FirstRowsProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || rows.length <= 2 * max) return children(rows);
  return (
    <>
      {children(rows.slice(0, max))}
      <Button className="justify-self-start" onClick={() => setWhole(true)}>
        {t("Show all {length, number}", { length: rows.length })}
      </Button>
    </>
  );
}
