package urlgrep;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Searches the ranges of an index that urlgrep --survey has written, and writes the matches to a
 * directory: a file for each range, and an empty file _SUCCESS when it is complete.
 *
 * <pre>
 * flink run urlgrep-flink.jar INDEX DIRECTORY URLGREP [OPTION...]
 * </pre>
 *
 * URLGREP is the command on the task managers. The options are those of the survey. The task
 * managers need the files under the names that they have in the index, and the directory.
 */
public final class Search {
	private static final ObjectMapper JSON = new ObjectMapper();
	private static final long GROUP = 64 << 20; // bytes of files that share a file of matches
	private static final long FILE = 64 << 10; // bytes that take as long to search as opening a file

	public static void main(String[] args) throws Exception {
		run(StreamExecutionEnvironment.getExecutionEnvironment(), args);
	}

	static void run(StreamExecutionEnvironment env, String[] args) throws Exception {
		if (args.length < 3) {
			throw new IllegalArgumentException("usage: INDEX DIRECTORY URLGREP [OPTION...]");
		}
		List<ObjectNode> requests = readIndex(Path.of(args[0]));
		ObjectNode survey = requests.remove(requests.size() - 1);
		Path directory = Files.createDirectory(Path.of(args[1]).toAbsolutePath());
		List<String> command = new ArrayList<>(List.of(args).subList(2, args.length));
		command.add(1, "--worker");
		env.setRuntimeMode(RuntimeExecutionMode.BATCH);
		env.configure(new Configuration()
				.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
				.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3));

		// The matches of a group are written to a file of another name each time. The files get
		// their names when all are right. What failed tasks have left, and what was wrong, is never
		// renamed.
		Path[] files = new Path[requests.size()];
		JsonNode[] ends = new JsonNode[requests.size()];
		Scan scan = new Scan(command, survey.toString(), directory.toString());
		Settled settled = new Settled(new ArrayList<>(), new TreeMap<>());
		for (int i = 0; i < requests.size(); i++) {
			settled.again.put(i, requests.get(i));
		}
		while (!settled.again.isEmpty()) {
			settled.again.forEach(requests::set);
			// Without setParallelism, Flink would choose one task for input as short as an index.
			var results = env.fromData(groups(settled.again)).rebalance()
					.map(scan).setParallelism(env.getParallelism());
			try (var found = results.executeAndCollect("urlgrep")) {
				while (found.hasNext()) {
					var result = found.next();
					int i = result.f0;
					for (String end : result.f2.split("\n")) {
						files[i] = directory.resolve(result.f1);
						ends[i++] = JSON.readTree(end).get("range");
					}
				}
			}
			settled = settle(requests, ends);
		}

		for (int i : settled.part) {
			if (i == 0 || !files[i].equals(files[i - 1])) { // the first range of a group
				Files.move(files[i], directory.resolve(String.format("part-%08d.jsonl", i)));
			}
			ends[i].path("errors").forEach(error -> System.err.println(error.asText()));
		}
		try (DirectoryStream<Path> rest = Files.newDirectoryStream(directory, Scan.PREFIX + "*")) {
			for (Path file : rest) {
				Files.delete(file);
			}
		}
		Files.createFile(directory.resolve("_SUCCESS"));
	}

	/** Returns the lines of an index. The last one says how many ranges there are. */
	static List<ObjectNode> readIndex(Path index) throws IOException {
		List<ObjectNode> lines = new ArrayList<>();
		for (String line : Files.readAllLines(index)) {
			lines.add((ObjectNode) JSON.readTree(line));
		}
		int ranges = lines.size() - 1;
		if (ranges < 0 || lines.get(ranges).at("/survey/ranges").asInt(-1) != ranges) {
			throw new IOException(index + ": the index is not complete");
		}
		return lines;
	}

	/**
	 * Returns requests in groups, each with the number of its first range. A range of a divided file
	 * is alone, because it may be wrong. Files that are not divided share the file of their matches.
	 */
	static List<Tuple2<Integer, String>> groups(Map<Integer, ObjectNode> requests) {
		List<Tuple2<Integer, String>> groups = new ArrayList<>();
		long room = 0;
		for (var entry : requests.entrySet()) {
			ObjectNode request = entry.getValue();
			boolean whole = request.get("begin").asLong() == 0 && request.get("end").equals(request.get("size"));
			if (whole && room > 0) {
				groups.get(groups.size() - 1).f1 += "\n" + request;
			} else {
				groups.add(Tuple2.of(entry.getKey(), request.toString()));
				room = GROUP;
			}
			room = whole ? room - request.get("end").asLong() - FILE : 0;
		}
		return groups;
	}

	/** The numbers of the ranges that are part of the matches, and requests for wrong ones. */
	record Settled(List<Integer> part, Map<Integer, ObjectNode> again) {}

	/**
	 * Decides which ranges are right. The ranges of a file are in order, and the first one is
	 * right. Another one is right if it was searched from the state in which the range before it
	 * ends. If not, it is searched again from that state. If that is wrong too, because the range
	 * before it was wrong, it waits until all ranges before it are right: so no range is searched
	 * more than three times. The file ends in a range without a last state. A range that cannot be
	 * read completely is not searched again.
	 */
	static Settled settle(List<ObjectNode> requests, JsonNode[] ends) {
		Settled settled = new Settled(new ArrayList<>(), new TreeMap<>());
		boolean sure = true;
		JsonNode before = null;
		for (int i = 0; i < ends.length; i++) {
			ObjectNode request = requests.get(i);
			JsonNode end = ends[i];
			for (String key : List.of("file", "begin", "end")) {
				if (end == null || !request.path(key).equals(end.path(key))) {
					throw new IllegalStateException("the results have " + end + " for " + request);
				}
			}
			if (request.get("begin").asLong() == 0) {
				sure = true;
			} else if (!end.has("failed") && !before.has("failed")) {
				if (!before.has("last")) {
					continue;
				}
				if (!before.get("last").equals(end.get("first"))) {
					if (sure || !request.has("from")) {
						settled.again.put(i, request.deepCopy().without("before"));
						settled.again.get(i).set("from", before.get("last"));
					}
					sure = false;
				}
			}
			settled.part.add(i);
			before = end;
		}
		return settled;
	}

	/**
	 * Searches ranges, with a worker process for each task. Its input is the number of the first
	 * range of a group, and the requests. Its output is that number, the name of the file with the
	 * matches, and the end records.
	 */
	static final class Scan extends RichMapFunction<Tuple2<Integer, String>, Tuple3<Integer, String, String>> {
		static final String PREFIX = ".urlgrep-";
		private final List<String> command;
		private final String survey;
		private final String directory;
		private transient Process worker;
		private transient BufferedWriter requests;
		private transient BufferedReader answers;

		Scan(List<String> command, String survey, String directory) {
			this.command = command;
			this.survey = survey;
			this.directory = directory;
		}

		/** Starts a worker, which fails if it is of another version than the survey. */
		@Override
		public void open(OpenContext context) throws IOException {
			worker = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
			requests = worker.outputWriter(StandardCharsets.UTF_8);
			answers = worker.inputReader(StandardCharsets.UTF_8);
			requests.write(survey + "\n");
		}

		@Override
		public Tuple3<Integer, String, String> map(Tuple2<Integer, String> group) throws IOException {
			String name = PREFIX + UUID.randomUUID();
			List<String> ends = new ArrayList<>();
			try (BufferedWriter matches = Files.newBufferedWriter(Path.of(directory, name))) {
				for (String request : group.f1.split("\n")) {
					requests.write(request + "\n");
					requests.flush();
					ends.add(copyMatches(matches));
				}
			}
			return Tuple3.of(group.f0, name, String.join("\n", ends));
		}

		/** Copies the matches of a range, and returns its end record. */
		private String copyMatches(BufferedWriter matches) throws IOException {
			for (String line; (line = answers.readLine()) != null;) {
				// The object of a match has no key "range".
				if (line.startsWith("{\"range\":")) {
					JSON.readTree(line); // a worker that is killed may leave the beginning of a line
					return line;
				}
				matches.write(line + "\n");
			}
			throw new IOException("the worker has ended");
		}

		@Override
		public void close() {
			if (worker != null) {
				worker.destroy();
			}
		}
	}
}
