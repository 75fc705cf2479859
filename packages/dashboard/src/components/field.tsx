import { type InputHTMLAttributes, useId } from "react";

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> & {
  label: string;
  value: string;
  onValue(value: string): void;
  hint?: string;
  /** What is wrong with the value, in words. */
  fault: string | null;
};

/** A labelled text field that says what is wrong with it, to eyes and to screen readers alike. */
export function Field({ label, value, onValue, hint, fault, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = fault ?? hint;
  return (
    <div className={fault ? "field field-faulty" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        aria-invalid={fault !== null}
        aria-describedby={note ? noteId : undefined}
      />
      {note && (
        <p id={noteId} className="note">
          {note}
        </p>
      )}
    </div>
  );
}
