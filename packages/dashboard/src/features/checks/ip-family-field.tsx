import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { SelectField } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import { type HttpOptionsDraft, IP_FAMILY_OPTIONS } from "./http-options-draft.ts";

type IpFamilyFieldProps = {
  value: HttpOptionsDraft["ipFamily"];
  onValue(value: HttpOptionsDraft["ipFamily"]): void;
  error: ApiError | null;
};

/** Which version of IP a check connects over. */
export function IpFamilyField({ value, onValue, error }: IpFamilyFieldProps) {
  return (
    <SelectField
      label={t("IP version")}
      value={value}
      options={IP_FAMILY_OPTIONS}
      onValue={onValue}
      error={fieldErrorOf(error, "ip_family", t("The IP version"))}
    />
  );
}
