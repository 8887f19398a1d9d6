import { CsvError, parse } from "csv-parse/sync";
//#region packages/server/src/features/openers/catalogue/csv.ts
/**
* Rows of a text with separated values (RFC 4180): quoted cells may hold separators, line ends and doubled quotes.
* Spreadsheets of many countries separate by semicolons; the first line decides.
*/
function parseCsv(text) {
	const rows = [];
	let line = 1;
	try {
		parse(text.replaceAll("\r\n", "\n"), {
			delimiter: separatorOf(text),
			record_delimiter: "\n",
			relax_column_count: true,
			trim: true,
			on_record(cells, { lines }) {
				rows.push({
					line,
					cells
				});
				line = lines + 1;
			}
		});
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		throw new SyntaxError(`Line ${line}: a quoted cell does not end, or goes on behind its end.`);
	}
	return rows.filter(({ cells }) => cells.some((content) => content !== ""));
}
function separatorOf(text) {
	const [head = ""] = text.split("\n", 1);
	return head.includes(";") && !head.includes(",") ? ";" : ",";
}
//#endregion
//#region packages/server/src/features/openers/catalogue/file.ts
const MAX_ENTRIES = 2e4;
const MAX_ID = 2147483647;
const TEXT_LENGTH = {
	brand: 64,
	model: 128,
	source: 2e3
};
const TERMINAL_LENGTH = 64;
const WHOLE_NUMBERS = {
	brandId: [1, MAX_ID],
	intercomId: [1, MAX_ID],
	type: [0, 255],
	verified: [1, 3],
	busModeSwitch: [0, 1],
	busModeSwitchShortCircuitDuration: [0, 6e4]
};
const TEXTS = {
	...TEXT_LENGTH,
	conGndBus: TERMINAL_LENGTH,
	conBusAudio: TERMINAL_LENGTH,
	conAudioout: TERMINAL_LENGTH,
	conDoorbellPlus: TERMINAL_LENGTH,
	conDoorbellMinus: TERMINAL_LENGTH,
	conOpendoor: TERMINAL_LENGTH,
	conGndAnalogue: TERMINAL_LENGTH
};
/** Reads a catalogue: CSV with a heading, or a JSON array of objects; the first character tells which. */
function readCatalogue(text) {
	const content = text.replace(/^\uFEFF/, "").trimStart();
	try {
		const records = /^[[{]/.test(content) ? jsonRecords(content) : csvRecords(content);
		if (records.length > MAX_ENTRIES) return {
			entries: [],
			problems: [`There are more than ${MAX_ENTRIES} models in the file.`]
		};
		return readRecords(records);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		return {
			entries: [],
			problems: [error.message]
		};
	}
}
function jsonRecords(content) {
	const parsed = JSON.parse(content);
	if (!Array.isArray(parsed)) throw new SyntaxError("A JSON catalogue is an array with one object per model.");
	return parsed.map((cells, index) => {
		if (typeof cells !== "object" || cells === null || Array.isArray(cells)) throw new SyntaxError(`Row ${index + 1}: must be an object.`);
		return {
			row: index + 1,
			cells
		};
	});
}
function csvRecords(content) {
	const [heading, ...rows] = parseCsv(content);
	if (!heading) throw new SyntaxError("The file is empty.");
	return rows.map(({ line, cells }) => {
		if (cells.length > heading.cells.length) throw new SyntaxError(`Row ${line}: has ${cells.length} cells for ${heading.cells.length} columns.`);
		const said = heading.cells.map((name, i) => [name, cells[i] ?? ""]).filter(([name, cell]) => cell !== "" || !WHOLE_NUMBERS[name]);
		return {
			row: line,
			cells: Object.fromEntries(said)
		};
	});
}
function readRecords(records) {
	const problems = [];
	const entries = records.flatMap(({ row, cells }) => {
		const found = problemsOf(cells);
		problems.push(...found.map((problem) => `Row ${row}: ${problem}`));
		return found.length === 0 ? [entryOf(row, cells)] : [];
	});
	return {
		entries,
		problems: [...problems, ...repetitions(entries)]
	};
}
function problemsOf(cells) {
	return [...["brand", "model"].filter((name) => cells[name] === void 0 || cells[name] === "").map((name) => `${name} is missing.`), ...Object.entries(cells).flatMap(([name, value]) => problemOf(name, value) ?? [])];
}
function problemOf(name, value) {
	const range = WHOLE_NUMBERS[name];
	if (range) {
		const [minimum, maximum] = range;
		const number = wholeNumber(value);
		return number !== void 0 && number >= minimum && number <= maximum ? void 0 : `${name} must be a whole number from ${minimum} to ${maximum}.`;
	}
	const length = TEXTS[name];
	if (length === void 0) return `there is no column "${name.slice(0, 40)}".`;
	return typeof value === "string" && value.length <= length && !/\p{Cc}/u.test(value) ? void 0 : `${name} must be a text of at most ${length} characters in one line.`;
}
/** Cells of a CSV file are text. */
function wholeNumber(value) {
	if (typeof value === "string" && /^\d{1,10}$/.test(value)) return Number(value);
	return Number.isInteger(value) ? value : void 0;
}
function entryOf(row, { brand, model, brandId, intercomId, ...cells }) {
	const fields = Object.entries(cells).map(([name, value]) => [name, WHOLE_NUMBERS[name] ? wholeNumber(value) : value.trim()]);
	return {
		row,
		brand: brand.trim(),
		model: model.trim(),
		...brandId !== void 0 && { brandId: wholeNumber(brandId) },
		...intercomId !== void 0 && { intercomId: wholeNumber(intercomId) },
		fields: Object.fromEntries(fields)
	};
}
/** Brands and models are the same in any letter case. */
const keyOf = (name) => name.normalize("NFC").toLowerCase();
/** A file that says two things about one model says nothing. */
function repetitions(entries) {
	const seen = /* @__PURE__ */ new Map();
	return entries.flatMap(({ row, brand, model, intercomId }) => {
		return [`${brand} ${model}`, ...intercomId === void 0 ? [] : [`intercomId ${intercomId}`]].flatMap((name) => {
			const first = seen.get(keyOf(name));
			if (first !== void 0) return [`Row ${row}: ${name} stands in row ${first} already.`];
			seen.set(keyOf(name), row);
			return [];
		});
	});
}
//#endregion
export { readCatalogue as n, keyOf as t };
