import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { Field, FieldFrame } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import type { ChannelFieldsProps } from "./channel-fields.tsx";
import { channelTypeGroups, channelTypeLabel } from "./channel-types.ts";

/** Selects the type of a new channel. A type that cannot work on this server comes last. */
export function ChannelTypeField({ draft, error, onChange, sendsMail }: ChannelFieldsProps) {
  const [text, setText] = useState("");
  const groups = channelTypeGroups({ text, chosen: draft.type, sendsMail });
  const types = groups.flatMap((group) => group.types);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t("Find a service")}
        type="search"
        autoComplete="off"
        placeholder={t("Name or category")}
        value={text}
        onValue={setText}
        error={null}
      />
      <FieldFrame label={t("Type")} error={fieldErrorOf(error, "type", t("The type"))}>
        {(control) => (
          <select
            {...control}
            value={draft.type}
            onChange={(event) => {
              const type = types[event.target.selectedIndex];
              if (type) onChange({ type });
            }}
          >
            {groups.map((group) => (
              <optgroup key={group.label} label={group.label}>
                {group.types.map((type) => (
                  <option key={type} value={type}>
                    {channelTypeLabel(type)}
                    {type === "email" && !sendsMail ? ` ${t("(no mail server)")}` : ""}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </FieldFrame>
    </div>
  );
}
