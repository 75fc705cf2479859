import { StatusShape, type Tone, toneTextClass } from "../../components/status-badge.tsx";
import { t } from "../../language/t.ts";
import { differs, type EvidenceRow } from "./evidence-row.ts";

export type ComparedColumn = { title: string; tone: Tone };

type SideBySideProps = {
  title: string;
  columns: readonly ComparedColumn[];
  rows: readonly EvidenceRow[];
  /** Default: whether anything differs. */
  isOpen?: boolean;
};

/** Facts of some sources beside each other, with those that differ marked. On phones the cells are below each other. */
export function SideBySide({ title, columns, rows, isOpen }: SideBySideProps) {
  if (rows.length === 0) return null;
  const marked = rows.filter(differs).length;
  return (
    <details className="min-w-0" open={isOpen ?? marked > 0}>
      <summary className="cursor-pointer text-sm">
        <span className="font-semibold">{title}</span>
        {marked > 0 && (
          <span className="text-soft">
            {" "}
            · {t("{count, plural, one {# differs} other {# differ}}", { count: marked })}
          </span>
        )}
      </summary>
      <div className="card mt-2 overflow-x-auto">
        <table className="w-full border-collapse text-start text-sm max-md:block md:table-fixed">
          <caption className="sr-only">{title}</caption>
          <thead className="bg-raised text-[0.8125rem] text-soft max-md:sr-only">
            <tr>
              <th scope="col" className="w-52 px-3 py-2">
                <span className="sr-only">{t("Fact")}</span>
              </th>
              {columns.map((column) => (
                <th key={column.title} scope="col" className="px-3 py-2 font-semibold">
                  <ColumnTitle column={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {rows.map((row) => (
              <Row key={row.label} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Row({ row, columns }: { row: EvidenceRow; columns: readonly ComparedColumn[] }) {
  const isMarked = differs(row);
  return (
    <tr
      className={`border-t border-line align-top first:border-t-0 max-md:block max-md:px-3 max-md:py-2 ${isMarked ? "bg-degraded-ground" : ""}`}
    >
      <th scope="row" className="wrap-anywhere px-3 py-2 font-normal text-soft max-md:block max-md:p-0">
        {row.label}
        {isMarked && (
          <span className="ms-2 text-[0.8125rem] font-semibold whitespace-nowrap text-degraded">
            {t("differs")}
          </span>
        )}
      </th>
      {columns.map((column, index) => (
        <td
          key={column.title}
          className="wrap-anywhere px-3 py-2 whitespace-pre-line max-md:block max-md:p-0 max-md:pt-1"
        >
          <span className="block text-[0.8125rem] text-soft md:hidden">
            <ColumnTitle column={column} />
          </span>
          {row.cells[index]?.text ?? <span className="text-soft">–</span>}
        </td>
      ))}
    </tr>
  );
}

function ColumnTitle({ column: { title, tone } }: { column: ComparedColumn }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={toneTextClass(tone)}>
        <StatusShape status={tone} />
      </span>
      {title}
    </span>
  );
}
