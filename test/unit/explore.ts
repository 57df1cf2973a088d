/** A machine whose places are searched. */
interface Explored<Place, Input> {
  readonly first: Place;
  /** The number of inputs on the longest way. */
  readonly depth: number;
  /** @returns everything that can happen next */
  listInputs(place: Place): readonly Input[];
  move(place: Place, input: Input): Place;
  /** @returns a text that is equal for places with the same future */
  describe(place: Place): string;
  /** @returns what is wrong with a place; undefined when there is a way out */
  findFault(place: Place): string | undefined;
  /** @returns whether nothing can happen after a place */
  isEnd?(place: Place): boolean;
}

/** Goes every way to every place. @returns the first faults, with their ways, and all places on the ways */
export function explore<Place, Input>(machine: Explored<Place, Input>) {
  const { first, depth, listInputs, move, describe, findFault, isEnd = () => false } = machine;
  const known = new Set<string>();
  const places: Place[] = [];
  const faults: string[] = [];
  const visit = (place: Place, way: string): readonly (readonly [Place, string])[] => {
    const name = describe(place);
    if (known.has(name)) return [];
    known.add(name);
    const fault = findFault(place);
    if (fault) faults.push(`${fault}: ${way} → ${name}`);
    return fault || isEnd(place) ? [] : [[place, way]];
  };
  let edge = visit(first, '');
  for (let length = 0; length < depth; length += 1) {
    edge = edge.flatMap(([place, way]) => {
      places.push(place);
      return listInputs(place).flatMap((input) =>
        visit(move(place, input), `${way} ${JSON.stringify(input)}`),
      );
    });
  }
  return { faults: faults.slice(0, 5), places };
}
