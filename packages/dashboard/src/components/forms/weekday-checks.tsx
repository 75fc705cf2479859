type WeekdayChecksProps<Day extends string> = {
  labels: Readonly<Record<Day, string>>;
  chosen: readonly Day[];
  /** In the order of the week. */
  onChosen(chosen: Day[]): void;
};

/** A check box for each day of the week. */
export function WeekdayChecks<Day extends string>({ labels, chosen, onChosen }: WeekdayChecksProps<Day>) {
  const days = Object.keys(labels) as Day[];
  const toggle = (day: Day) => onChosen(days.filter((one) => (one === day) !== chosen.includes(one)));
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1.5">
      {days.map((day) => (
        <label key={day} className="inline-flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={chosen.includes(day)}
            onChange={() => toggle(day)}
          />
          {labels[day]}
        </label>
      ))}
    </div>
  );
}
