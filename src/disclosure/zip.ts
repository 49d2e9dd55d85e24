import { open, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** One file of a zip archive: names are UTF-8, with slashes. */
export interface ZipEntry {
  name: string;
  bytes: Buffer;
}

const utf8Names = 0x0800;
/** 1 January 1980, the first day that the format knows: the files bear no time of their own. */
const day = 0x0021;

/** Writes a new zip archive, its files stored as they are, for any system to open. Refuses a file that exists; leaves none behind that is not whole. */
export async function writeZip(path: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    const directory: Buffer[] = [];
    let at = 0;
    const write = async (bytes: Buffer) => {
      await file.writeFile(bytes);
      at += bytes.length;
    };
    for await (const { name, bytes } of entries) {
      const text = Buffer.from(name);
      const common = Buffer.alloc(26);
      common.writeUInt16LE(20, 0);
      common.writeUInt16LE(utf8Names, 2);
      common.writeUInt16LE(day, 8);
      common.writeUInt32LE(crc32(bytes), 10);
      common.writeUInt32LE(bytes.length, 14);
      common.writeUInt32LE(bytes.length, 18);
      common.writeUInt16LE(text.length, 22);
      const place = Buffer.alloc(14);
      place.writeUInt32LE(at, 10);
      directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, text);
      await write(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, text, bytes]));
    }
    const list = Buffer.concat(directory);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 0, 'latin1');
    end.writeUInt16LE(directory.length / 4, 8);
    end.writeUInt16LE(directory.length / 4, 10);
    end.writeUInt32LE(list.length, 12);
    end.writeUInt32LE(at, 16);
    await write(Buffer.concat([list, end]));
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
