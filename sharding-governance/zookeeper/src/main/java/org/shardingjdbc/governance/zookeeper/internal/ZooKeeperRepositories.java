package org.shardingjdbc.governance.zookeeper.internal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.common.PathUtils;
import org.apache.zookeeper.data.ACL;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.RepositoryProvider;

/** Opens repositories of type ZooKeeper. Stateless. */
public final class ZooKeeperRepositories implements RepositoryProvider {
    private static final int RETRY_MILLIS = 500;
    private static final int RETRIES = 3;
    private static final int TIME_TO_LIVE_SECONDS = 60;
    private static final int OPERATION_MILLIS = 500;
    /** ShardingSphere's default is too short for a first connection over a network. */
    private static final int LEAST_CONNECT_MILLIS = 5_000;

    @Override
    public String type() {
        return "ZooKeeper";
    }

    @Override
    public Repository open(RepositoryProps props) {
        String namespace = props.required("namespace");
        String servers = props.required("server-lists");
        int retryMillis = props.number("retryIntervalMilliseconds", RETRY_MILLIS);
        int retries = props.number("maxRetries", RETRIES);
        int sessionMillis = (int) TimeUnit.SECONDS.toMillis(props.number("timeToLiveSeconds", TIME_TO_LIVE_SECONDS));
        int operationMillis = props.number("operationTimeoutMilliseconds", OPERATION_MILLIS);
        String digest = props.text("digest");
        props.refuseOthers();
        requirePath(namespace);
        int connectMillis = Math.max(operationMillis, Math.min(LEAST_CONNECT_MILLIS, sessionMillis));
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(servers)
                .sessionTimeoutMs(sessionMillis)
                .connectionTimeoutMs(connectMillis)
                .retryPolicy(new RetryNTimes(retries, retryMillis));
        if (digest != null) {
            builder.authorization("digest", digest.getBytes(StandardCharsets.UTF_8))
                    .aclProvider(new OnlyCreators());
        }
        try {
            CuratorFramework client = builder.build();
            return ZooKeeperRepository.start(client, "/" + namespace, servers, connectMillis);
        } catch (IllegalArgumentException e) {
            throw ShardingException.causedBy(e, ErrorCode.GOVERNANCE_MISCONFIGURED, e.getMessage());
        }
    }

    private static void requirePath(String namespace) {
        try {
            PathUtils.validatePath("/" + namespace);
        } catch (IllegalArgumentException e) {
            throw ShardingException.causedBy(
                    e,
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    "repository.props.namespace '" + namespace + "' is no path of ZooKeeper: " + e.getMessage());
        }
    }

    /** What is written with a digest is read and changed by those who have it. */
    private static final class OnlyCreators implements ACLProvider {
        @Override
        public List<ACL> getDefaultAcl() {
            return ZooDefs.Ids.CREATOR_ALL_ACL;
        }

        @Override
        public List<ACL> getAclForPath(String path) {
            return ZooDefs.Ids.CREATOR_ALL_ACL;
        }
    }
}
