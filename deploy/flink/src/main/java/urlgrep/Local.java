package urlgrep;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Runs Search on a cluster in this process, with two task managers, that ends with it. */
public final class Local {
	public static void main(String[] args) throws Exception {
		Configuration config = Configuration.fromMap(Map.of(
				"jobmanager.bind-host", "127.0.0.1",
				"taskmanager.bind-host", "127.0.0.1",
				"taskmanager.host", "127.0.0.1",
				"rest.bind-address", "127.0.0.1",
				"rest.address", "127.0.0.1",
				"rest.bind-port", "0"));
		var cluster = new MiniClusterConfiguration.Builder()
				.setConfiguration(config).setNumTaskManagers(2).setNumSlotsPerTaskManager(1).build();
		Path jar = Path.of(Local.class.getProtectionDomain().getCodeSource().getLocation().toURI());
		try (MiniCluster running = new MiniCluster(cluster)) {
			running.start();
			URI address = running.getRestAddress().get();
			Search.run(StreamExecutionEnvironment.createRemoteEnvironment(
					address.getHost(), address.getPort(), 2, jar.toString()), args);
		}
	}
}
