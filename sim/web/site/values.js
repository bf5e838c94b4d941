// Values of signals as text.

/** A value: the name of a state, or a number. `signal` is an entry of the description. */
export function text({ states }, [, width, , table], value) {
  const state = table >= 0 ? states[table][Number(value)] : undefined;
  if (state) return state;
  return width > 4 ? `${value} (0x${value.toString(16)})` : String(value);
}
