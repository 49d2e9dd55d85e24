import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The part of a file of `node --cpu-prof` that is read here. Times in microseconds. */
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

/** A function and the time spent in it and below, microseconds. `from` is a package, `portal`, `node`, or `engine`. */
export interface Flame {
  name: string;
  from: string;
  time: number;
  callees: Flame[];
}

/**
 * The calls in a profile between two instants, without idle time; those of one function from one place are summed up.
 */
export function flamesOf(profile: CpuProfile & { from: number; till: number }): Flame {
  const self = new Map<number, number>();
  let at = profile.startTime;
  profile.samples.forEach((id, index) => {
    const took = profile.timeDeltas[index] ?? 0;
    at += took;
    if (at >= profile.from && at <= profile.till) self.set(id, (self.get(id) ?? 0) + took);
  });
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const nameOf = namer();
  const merge = (ids: number[]): Flame[] => {
    const flames = new Map<string, { flame: Flame; callees: number[] }>();
    for (const id of ids) {
      const node = nodes.get(id);
      if (!node || node.callFrame.functionName === '(idle)') continue;
      const place = nameOf(node.callFrame);
      const key = `${place.from} ${place.name}`;
      const found = flames.get(key) ?? { flame: { ...place, time: 0, callees: [] }, callees: [] };
      flames.set(key, found);
      found.flame.time += self.get(id) ?? 0;
      found.callees.push(...(node.children ?? []));
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

/** Names functions of the built server by their source files. */
function namer() {
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
