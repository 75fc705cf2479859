import { IconButton } from "../../components/button.tsx";
import { FieldFrame } from "../../components/field.tsx";
import { useMonitorList } from "./use-monitor-list.ts";

type ParentsFieldProps = {
  parents: readonly string[];
  onParents(parents: readonly string[]): void;
  fault: string | null;
  ownId?: string;
};

/** What this one hangs on: while a parent is down nobody is told of alerts of this one. */
export function ParentsField({ parents, onParents, fault, ownId }: ParentsFieldProps) {
  const { list } = useMonitorList();
  // A parent may be an API monitor or a journey too; of those only the id is known here.
  const nameOf = (id: string) => list.rows.get(id)?.name ?? id;
  const left = [...list.rows.values()]
    .filter(({ id }) => id !== ownId && !parents.includes(id))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <div className="grid gap-2">
      <FieldFrame
        label="Parents"
        hint="While one of them is down, nobody is told of alerts of this monitor."
        fault={fault}
      >
        {(control) => (
          <select
            {...control}
            value=""
            onChange={(event) => event.target.value && onParents([...parents, event.target.value])}
          >
            <option value="">Add a parent …</option>
            {left.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {parents.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {parents.map((id) => (
            <li
              key={id}
              className="inline-flex items-center rounded-full bg-accent-ground pl-3 wrap-anywhere"
            >
              {nameOf(id)}
              <IconButton
                label={`Remove the parent ${nameOf(id)}`}
                icon="close"
                onClick={() => onParents(parents.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
