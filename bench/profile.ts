import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The fields of a `node --cpu-prof` file that are read here. Times in microseconds. */
export interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

/** A function and the microseconds spent in it and its callees. `from` is a package, `portal`, `node`, or `engine`. */
export interface Flame {
  name: string;
  from: string;
  time: number;
  callees: Flame[];
}

/**
 * The calls in a profile between two instants, without idle time; calls of one function from one caller are summed up.
 */
export function toFlames(profile: CpuProfile & { from: number; till: number }): Flame {
  const selfTimes = new Map<number, number>();
  let sampleTime = profile.startTime;
  profile.samples.forEach((id, index) => {
    const took = profile.timeDeltas[index] ?? 0;
    sampleTime += took;
    if (sampleTime >= profile.from && sampleTime <= profile.till) selfTimes.set(id, (selfTimes.get(id) ?? 0) + took);
  });
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const nameOf = createNamer();
  const merge = (ids: number[]): Flame[] => {
    const flames = new Map<string, { flame: Flame; callees: number[] }>();
    for (const id of ids) {
      const node = nodes.get(id);
      if (!node || node.callFrame.functionName === '(idle)') continue;
      const origin = nameOf(node.callFrame);
      const key = `${origin.from} ${origin.name}`;
      const entry = flames.get(key) ?? { flame: { ...origin, time: 0, callees: [] }, callees: [] };
      flames.set(key, entry);
      entry.flame.time += selfTimes.get(id) ?? 0;
      entry.callees.push(...(node.children ?? []));
    }
    return [...flames.values()].map(({ flame, callees }) => {
      flame.callees = merge(callees);
      flame.time += flame.callees.reduce((sum, { time }) => sum + time, 0);
      return flame;
    });
  };
  const [root] = profile.nodes;
  const callees = merge(root?.children ?? []);
  return { name: 'Node', from: 'engine', time: callees.reduce((sum, { time }) => sum + time, 0), callees };
}

/** Returns a function that names functions of the built server and finds their origin, by source maps. */
function createNamer() {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string) => {
    let map = maps.get(url);
    if (map === undefined) {
      const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
      map =
        file !== '' && existsSync(file)
          ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
          : null;
      maps.set(url, map);
    }
    return map;
  };
  return ({ functionName, url, lineNumber, columnNumber }: CallFrame): Pick<Flame, 'name' | 'from'> => {
    const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
    const source = entry && 'originalSource' in entry ? entry.originalSource : url;
    return { name: functionName || 'anonymous', from: originOf(source) };
  };
}

function originOf(source: string): string {
  if (source === '') return 'engine';
  if (source.startsWith('node:')) return 'node';
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? 'portal';
}
