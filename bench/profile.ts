import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The fields of a `node --cpu-prof` file that are read here. Times are in microseconds. */
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

/**
 * A frame of a flame graph: a function, and the microseconds spent in it and in the functions that it calls. `origin`
 * is the name of a package, `portal`, `node` or `engine`.
 */
export interface FlameFrame {
  name: string;
  origin: string;
  time: number;
  callees: FlameFrame[];
}

/**
 * Builds a flame graph of the calls in a profile between `from` and `till`, without idle time. Calls of the same
 * function by the same caller are combined.
 */
export function buildFlameGraph(profile: CpuProfile & { from: number; till: number }): FlameFrame {
  const selfTimes = new Map<number, number>();
  let sampleTime = profile.startTime;
  profile.samples.forEach((id, index) => {
    const duration = profile.timeDeltas[index] ?? 0;
    sampleTime += duration;
    if (sampleTime >= profile.from && sampleTime <= profile.till)
      selfTimes.set(id, (selfTimes.get(id) ?? 0) + duration);
  });
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const describeFrame = createFrameDescriber();
  const mergeFrames = (ids: number[]): FlameFrame[] => {
    const frames = new Map<string, { frame: FlameFrame; callees: number[] }>();
    for (const id of ids) {
      const node = nodes.get(id);
      if (!node || node.callFrame.functionName === '(idle)') continue;
      const description = describeFrame(node.callFrame);
      const key = `${description.origin} ${description.name}`;
      const entry = frames.get(key) ?? { frame: { ...description, time: 0, callees: [] }, callees: [] };
      frames.set(key, entry);
      entry.frame.time += selfTimes.get(id) ?? 0;
      entry.callees.push(...(node.children ?? []));
    }
    return [...frames.values()].map(({ frame, callees }) => {
      frame.callees = mergeFrames(callees);
      frame.time += frame.callees.reduce((sum, { time }) => sum + time, 0);
      return frame;
    });
  };
  const [root] = profile.nodes;
  const callees = mergeFrames(root?.children ?? []);
  return { name: 'Node', origin: 'engine', time: callees.reduce((sum, { time }) => sum + time, 0), callees };
}

/** Returns a function that finds the name and the origin of a function of the built server, with source maps. */
function createFrameDescriber() {
  const maps = new Map<string, SourceMap | null>();
  const loadSourceMap = (url: string) => {
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
  return ({ functionName, url, lineNumber, columnNumber }: CallFrame): Pick<FlameFrame, 'name' | 'origin'> => {
    const entry = loadSourceMap(url)?.findEntry(lineNumber, columnNumber);
    const source = entry && 'originalSource' in entry ? entry.originalSource : url;
    return { name: functionName || 'anonymous', origin: findOrigin(source) };
  };
}

function findOrigin(source: string): string {
  if (source === '') return 'engine';
  if (source.startsWith('node:')) return 'node';
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? 'portal';
}
